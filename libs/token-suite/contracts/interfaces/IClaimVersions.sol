// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Implemented by identities whose verification may be remembered.
interface IClaimVersion {
    /// Returns a number that grows with every change of the identity's claims.
    function claimVersion() external view returns (uint256);
}

/// Implemented by claim issuers whose claims may be remembered as valid.
interface IValidityVersion {
    /// Returns a number that grows whenever a claim about this identity may have become invalid.
    function validityVersion(address identity) external view returns (uint256);
}
