// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IModule} from "../../interfaces/IModule.sol";

interface IHolderCount {
    function holderCount() external view returns (uint256);
}

/// Limits the number of wallets with shares. The token keeps the number. An identity that holds through two wallets counts
/// twice, so the number of investors never exceeds the limit.
contract HolderCountModule is IModule {
    /// Zero until it is set: then nobody may receive.
    mapping(address compliance => uint256) public maxHolders;

    event MaxHoldersSet(address indexed compliance, uint256 maxHolders);

    /// Called by a compliance contract: sets its limit. Holders beyond it keep their shares.
    function setMaxHolders(uint256 limit) external {
        maxHolders[msg.sender] = limit;
        emit MaxHoldersSet(msg.sender, limit);
    }

    function canMove(address compliance, address token, address from, address to, uint256 amount, bool)
        external
        view
        returns (bool)
    {
        if (amount == 0) return true;
        uint256 added = IERC20(token).balanceOf(to) == 0 ? 1 : 0;
        // A transfer that doesn't add a holder passes even if the limit was lowered below the number of holders.
        if (from != address(0) && (added == 0 || IERC20(token).balanceOf(from) == amount)) return true;
        return IHolderCount(token).holderCount() + added <= maxHolders[compliance];
    }

    /// After a mint, the number of holders must be within the limit. The last holder stands for the whole batch.
    function refusedHolder(
        address compliance,
        address token,
        address[] calldata holders,
        uint256[] calldata,
        uint256[] calldata
    ) external view returns (address) {
        return IHolderCount(token).holderCount() > maxHolders[compliance] ? holders[holders.length - 1] : address(0);
    }

    function name() external pure returns (string memory) {
        return "holder-count";
    }
}
