// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC3643} from "../../interfaces/IERC3643.sol";
import {IInvestors} from "../../interfaces/IIdentityRegistryStorage.sol";
import {IModule} from "../../interfaces/IModule.sol";
import {Investors} from "../../registry/Investors.sol";

/// Limits the shares of one identity over all its registered wallets. Shares are summed up when they are checked, so there
/// is no second record of balances that could differ from the token's.
contract BalanceCapModule is IModule {
    using Investors for uint256;

    /// Zero until it is set: then nobody may receive.
    mapping(address compliance => uint256) public maxBalance;

    event MaxBalanceSet(address indexed compliance, uint256 maxBalance);

    /// Called by a compliance contract: sets its limit, in shares. Holders above it keep their shares.
    function setMaxBalance(uint256 limit) external {
        maxBalance[msg.sender] = limit;
        emit MaxBalanceSet(msg.sender, limit);
    }

    function canMove(address compliance, address token, address from, address to, uint256 amount, bool)
        external
        view
        returns (bool)
    {
        if (amount == 0) return true;
        IInvestors registered = _registered(token);
        address identity = registered.investorOf(to).identityOf();
        // Moving between wallets of one identity changes nothing.
        if (from != address(0) && registered.investorOf(from).identityOf() == identity) return true;
        uint256 held = identity == address(0) ? IERC20(token).balanceOf(to) : _sum(token, registered, identity);
        uint256 limit = maxBalance[compliance];
        return amount <= limit && held <= limit - amount;
    }

    function refusedHolder(
        address compliance,
        address token,
        address[] calldata holders,
        uint256[] calldata balances,
        uint256[] calldata investors
    ) external view returns (address) {
        uint256 limit = maxBalance[compliance];
        for (uint256 i; i < holders.length; ++i) {
            uint256 held = balances[i];
            if (investors[i].hasOtherWallets()) held = _sum(token, _registered(token), investors[i].identityOf());
            if (held > limit) return holders[i];
        }
        return address(0);
    }

    function name() external pure returns (string memory) {
        return "balance-cap";
    }

    function _sum(address token, IInvestors registered, address identity) private view returns (uint256 held) {
        address[] memory wallets = registered.walletsOf(identity);
        for (uint256 i; i < wallets.length; ++i) {
            held += IERC20(token).balanceOf(wallets[i]);
        }
    }

    function _registered(address token) private view returns (IInvestors) {
        return IInvestors(address(IERC3643(token).identityRegistry().identityStorage()));
    }
}
