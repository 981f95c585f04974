// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Ownership of a contract, as ERC-173 defines it.
interface IERC173 {
    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);

    function owner() external view returns (address);
    function transferOwnership(address newOwner) external;
}
